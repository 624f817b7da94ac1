/** Starts the page of the common link, by which people from a crowdsourcing platform become judges. */
import { render } from 'preact';
import { EnrolPage } from './EnrolPage.tsx';

const [token = ''] = location.pathname.split('/').slice(-1);
render(<EnrolPage address={`/api/enrol/${token}${location.search}`} />, document.querySelector('#app')!);
