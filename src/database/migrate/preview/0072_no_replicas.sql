-- locks: primary_life, write_positions
-- Nothing is read from replicas any more: nobody asks how far they have got.
drop table write_positions, primary_life;
