import { expect, test } from 'vitest'
import { endOfWork, type LeftWork } from '../../src/domain/work-end.ts'

const zero = { exit: 0, signal: null, complaint: '' }
const one = { exit: 1, signal: null, complaint: '' }
const killed = { exit: null, signal: 'SIGTERM', complaint: '' }
const silent = 'ended without an answer'
const plain = { timeout: null, stopped: false, unsent: null, owes: false, isCodingAgent: false }

test.each<readonly [string, Partial<LeftWork>, object]>([
  ['exit code 0', { end: zero }, { verb: 'complete' }],
  ['exit code 0 of a program that gave no answer', { end: zero, owes: true }, { verb: 'complete' }],
  ['exit code 0 of a coding agent', { end: zero, isCodingAgent: true }, { verb: 'complete' }],
  [
    'exit code 0 of a coding agent that gave no answer',
    { end: zero, owes: true, isCodingAgent: true },
    { verb: 'fail', reason: silent },
  ],
  [
    'what such an agent complained of',
    { end: { ...zero, complaint: 'no permission\n' }, owes: true, isCodingAgent: true },
    { verb: 'fail', reason: `${silent}: no permission` },
  ],
  ['another exit code', { end: one }, { verb: 'fail', reason: 'exit code 1' }],
  [
    'another exit code of a coding agent that gave no answer',
    { end: one, owes: true, isCodingAgent: true },
    { verb: 'fail', reason: 'exit code 1' },
  ],
  [
    'an answer that could not be sent',
    { end: zero, unsent: 'The disk is full.', owes: true, isCodingAgent: true },
    { verb: 'fail', reason: 'The answer could not be sent: The disk is full.' },
  ],
  ['its time', { end: zero, timeout: '1s' }, { verb: 'fail', reason: 'timed out after 1s' }],
  ['a stop', { end: killed, stopped: true }, { verb: 'unread' }],
  [
    'a stop after its time',
    { end: killed, stopped: true, timeout: '1s' },
    { verb: 'fail', reason: 'timed out after 1s' },
  ],
  ['a stop that came too late', { end: zero, stopped: true }, { verb: 'complete' }],
  [
    'a stop that left a coding agent without an answer',
    { end: zero, stopped: true, owes: true, isCodingAgent: true },
    { verb: 'unread' },
  ],
])('%s', (_, left, expected) => {
  expect(endOfWork({ ...plain, end: zero, ...left })).toEqual(expected)
})
