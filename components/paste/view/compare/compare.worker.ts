import { serveCalls } from '#components/client/worker-calls';
import { compareLines } from './compare-rows';

serveCalls(({ left, right }: { left: string[]; right: string[] }) => compareLines(left, right));
