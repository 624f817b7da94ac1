/** The command line with all its commands. */
import { commands } from './commands/index.ts';
import { runProgram } from './program.ts';

runProgram(commands);
