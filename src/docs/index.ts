export { addressOf } from './markdown.ts';
export { type Found, type Search, type SearchIndex, searchOf } from './search.ts';
export { type ProjectFiles, type Site, indexScript, makeSite } from './site.ts';
