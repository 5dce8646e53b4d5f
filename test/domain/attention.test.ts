import { describe, expect, it } from 'vitest'
import { attentionReasons, byGravity, inTrouble } from '../../src/domain/attention.ts'

describe('a swarm', () => {
  const wrong = ['deadlock', 'silent', 'abandoned', 'queue-failed', 'dead']

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

describe('troubles', () => {
  it('are told the gravest first, and of one kind what waits longest', () => {
    const rows = [
      { why: 'dead', since: '2026-01-01' },
      { why: 'urgent', since: '2026-01-03' },
      { why: 'urgent', since: '2026-01-02' },
      { why: 'silent', since: null },
    ] as const
    expect(rows.toSorted(byGravity).map(({ why, since }) => `${why} ${since}`)).toEqual([
      'urgent 2026-01-02',
      'urgent 2026-01-03',
      'silent null',
      'dead 2026-01-01',
    ])
  })
})
