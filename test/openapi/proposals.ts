import { aMember } from "../harness/people.ts";
import type { TestService } from "../harness/service.ts";
import { anAgent, aToken, objectIn } from "../mcp/fixture.ts";
import { Recorder } from "./recorder.ts";

/** Records a person's decisions on an agent's proposals. */
export async function proposals(
  service: TestService,
  recorder: Recorder,
  account: number,
  today: number,
): Promise<void> {
  const person = new Recorder(await aMember(service, account, "manager"), today);
  const agent = await anAgent(service, await aToken(service, [account], { mayPropose: true }));
  for (const [ahead, decision] of [
    [400, "approve"],
    [410, "reject"],
  ] as const) {
    const stay = { arrival: recorder.day(ahead), departure: recorder.day(ahead + 3) };
    const request = { action: "block", rental_id: recorder.id("rentals"), ...stay, reason: "The painter comes." };
    const { proposal } = await agent.content("propose", request);
    person.know("proposals", Number(objectIn(proposal).id));
    // A token is random.
    await service.sql("update proposals set agent_prefix = 'mcp_Ex4m' where account_id = $1", [account]);
    await person.send("POST", `/proposals/:proposal_id/${decision}`);
  }
  Object.assign(recorder.operations, person.operations);
}
