/** All laws with every variant of every metric. */
import './laws.test.ts';
