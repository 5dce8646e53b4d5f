import { expect, test } from 'vitest'
import { isDue, newTurn, readTurn, restUntilDue } from '../../src/domain/upkeep-turn.ts'

const now = 10_000_000
const minute = 60_000

test.each([
  ['just finished', { finished: now - 1, full: now - 1 }, false, false],
  ['a runner waits a minute', { finished: now - minute, full: now - minute }, false, true],
  ['a command waits five', { finished: now - 5 * minute, full: now - 1 }, true, false],
  ['a slice a second', { finished: 0, full: 0, sliced: now - 900 }, false, true],
  ['the next second', { finished: 0, full: 0, sliced: now - 1_000 }, true, true],
  ['somebody has the turn', { finished: 0, full: 0, holder: 'x', until: now + 1 }, false, false],
  ['its lease has ended', { finished: 0, full: 0, holder: 'x', until: now }, true, true],
  [
    'a lease by a clock that was ahead',
    { finished: 0, full: 0, holder: 'x', until: now + 5 * minute },
    true,
    true,
  ],
  ['a round by a clock that was ahead', { finished: now + 1, full: now + 1 }, true, true],
])('%s', (_, more, command, runner) => {
  const turn = { ...newTurn(0), ...more }
  expect([isDue(turn, 'command', now), isDue(turn, 'runner', now)]).toEqual([command, runner])
})

test.each([
  ['a minute after the last round', { full: now - 20_000 }, 40_000],
  ['the lease of who has the turn', { full: 0, holder: 'x', until: now + 9_000 }, 9_000],
  ['nothing, where a round is due', { full: now - minute }, 0],
  ['nothing, where a clock was ahead', { full: now + 1 }, 0],
])('a runner rests for %s', (_, more, rest) => {
  expect(restUntilDue({ ...newTurn(0), ...more }, now)).toBe(rest)
})

test.each([null, '', 'no JSON', '[]', '{}', '{"finished":"soon","until":0}'])('%j is no turn', (text) => {
  expect(readTurn(text)).toBeNull()
})
