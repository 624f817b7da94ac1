export { searchOf } from './search.ts';
export { type ProjectFiles, type Site, indexScript, makeSite } from './site.ts';
