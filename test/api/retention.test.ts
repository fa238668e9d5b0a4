import { describeRetention } from './retention-scenarios.ts';

describeRetention('Retention', {});
