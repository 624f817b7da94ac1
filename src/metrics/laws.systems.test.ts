/** All laws with every variant of every metric. */
// oxlint-disable-next-line import/no-unassigned-import -- its tests are what it is for
import './laws.test.ts';
