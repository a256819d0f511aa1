@rem cmd has no exec, with which the script "start" hands npm's signals to Node: here it runs its words.
@%*
