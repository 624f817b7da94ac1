/** Property tests draw the same cases in every run, so that a failure can be seen again; a test may set a seed of its own. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 20260 });
