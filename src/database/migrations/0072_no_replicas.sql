-- locks: write_positions, primary_life, which nothing reads any more
-- Nothing is read from replicas any more: nobody asks how far they have got.
drop table write_positions, primary_life;
