/** The command line of those who score, as most do: it is loaded in half the time when it knows no other command. */
import score from './commands/score.ts';
import { runProgram } from './program.ts';

runProgram([score]);
