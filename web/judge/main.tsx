/** Starts the judges' app in its page. */
import { render } from 'preact';
import { JudgeApp } from './JudgeApp.tsx';
import { JudgeStore } from './judgeStore.ts';

const store = new JudgeStore();
render(<JudgeApp store={store} />, document.querySelector('#app')!);
store.start();
