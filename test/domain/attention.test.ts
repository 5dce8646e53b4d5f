import { describe, expect, it } from 'vitest'
import { attentionReasons, inTrouble } from '../../src/domain/attention.ts'

describe('a swarm', () => {
  const wrong = [
    'asks',
    'caller-waits',
    'loop',
    'unheard',
    'deadlock',
    'silent',
    'abandoned',
    'undelivered',
    'queue-failed',
    'dead',
  ]

  it.each(attentionReasons.map((why) => [why, wrong.includes(why)] as const))(
    'with a row of %s is in trouble: %s',
    (why, trouble) => {
      expect(inTrouble([{ why }])).toBe(trouble)
      expect(inTrouble([{ why: 'urgent' }, { why }, { why: 'unanswered' }])).toBe(trouble)
    },
  )

  it('without a row is in none', () => {
    expect(inTrouble([])).toBe(false)
  })
})
