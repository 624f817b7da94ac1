/** The command line with `assay score` alone, the most common command: it loads in half the time. */
import score from './commands/score.ts';
import { runProgram } from './program.ts';

runProgram([score]);
