import { hosts } from '../../support/hosts';
import { describeContract } from './contract';

describeContract(hosts.postgresql);
