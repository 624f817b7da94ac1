/** The definitions from which the reference pages and man pages are generated. */
export { optionsOf } from '../src/cli/command.ts';
export { commands } from '../src/cli/commands/index.ts';
export { commandShapes } from '../src/cli/completion/commandShapes.ts';
export { commanderOption, flagOf } from '../src/cli/options.ts';
export { flags as sacrebleuFlags } from '../src/cli/sacrebleu/flags.ts';
export { metricFacts } from '../src/cli/commands/metrics.ts';
export { formatKinds } from '../src/formats/index.ts';
export { metrics } from '../src/metrics/index.ts';
export { protocolSchema } from '../src/cli/pipe/openApi.ts';
export { campaignFileSchema, protocols } from '../src/human/index.ts';
export { configKeyLists, configSchema } from '../src/cli/configSchema.ts';
