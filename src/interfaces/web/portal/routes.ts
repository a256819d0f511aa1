import type { FastifyInstance } from "fastify";
import { errorPages } from "../pages/error-page.ts";
import { acceptForms } from "../pages/form.ts";
import { pageHeaders } from "../pages/page-headers.ts";
import { agreementRoutes } from "./agreement-routes.ts";
import { cancelRoutes } from "./cancel-routes.ts";
import { codeRoutes } from "./code-routes.ts";
import { extrasRoutes } from "./extras-routes.ts";
import { formRoutes } from "./form-routes.ts";
import { messageRoutes } from "./message-routes.ts";
import type { PortalDependencies } from "./portal-request.ts";
import { reviewRoutes } from "./review-routes.ts";
import { stayRoutes } from "./stay-routes.ts";

/** Serves the guest's portal (guests.md, Portal): behind the booking's secret link, with a mailed code for anything personal. */
export async function portal(app: FastifyInstance, dependencies: PortalDependencies): Promise<void> {
  pageHeaders(app);
  errorPages(app);
  await acceptForms(app);
  stayRoutes(app, dependencies);
  codeRoutes(app, dependencies);
  agreementRoutes(app, dependencies);
  formRoutes(app, dependencies);
  extrasRoutes(app, dependencies);
  messageRoutes(app, dependencies);
  reviewRoutes(app, dependencies);
  cancelRoutes(app, dependencies);
}
