import { scaled } from '../scale.ts';
import { describeOutboxKills } from './outbox-kills.ts';

const POINTS = scaled(3, 500);

describe('kill -9 between the record and the index @torture', () => describeOutboxKills(POINTS));
