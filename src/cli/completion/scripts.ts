export { bashScript as bash } from './bashScript.ts';
export { fishScript as fish } from './fishScript.ts';
export { zshScript as zsh } from './zshScript.ts';
