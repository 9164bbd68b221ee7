import { serveCalls } from '#components/client/worker-calls';
import { codeOf } from '#lib/envelope/request-code';

serveCalls(codeOf);
