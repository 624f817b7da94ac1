/** Starts Studio. */
import { render } from 'preact';
import { App } from './App.tsx';
import { worksOffline } from './offline.ts';
import { startSession } from './startSession.ts';
import { StudioStore } from './studioStore.ts';

/** The page is not shown empty first if a session is about to come back, but it does not wait for long either. */
const patience = 200; // ms

const store = new StudioStore();
const isStarted = startSession(store);
await Promise.race([isStarted, new Promise((resolve) => setTimeout(resolve, patience))]);
render(<App store={store} />, document.getElementById('studio')!);
void worksOffline();
