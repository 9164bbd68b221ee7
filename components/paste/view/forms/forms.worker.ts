import { serveCalls } from '#components/client/worker-calls';
import { makeForm } from './make-form';

serveCalls(makeForm);
