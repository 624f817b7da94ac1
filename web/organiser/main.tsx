/** Starts the organiser's app in its page. */
import { render } from 'preact';
import { OrganiserApp } from './OrganiserApp.tsx';
import { CampaignStore } from './campaignStore.ts';

const store = new CampaignStore();
render(<OrganiserApp store={store} />, document.querySelector('#app')!);
store.start();
