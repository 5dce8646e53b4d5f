import { describe, expect, test } from 'vitest'
import { admitsClaimant, requireClaimPattern } from '../../src/domain/addressing/claim-pattern.ts'

describe('who may claim', () => {
  test.each([
    ['*', 'gastown/crew/max', true],
    ['*', '', true],
    ['gastown/crew/max', 'gastown/crew/max', true],
    ['gastown/polecats/*', 'gastown/polecats/capable', true],
    ['gastown/polecats/*', 'gastown/polecats/nux', true],
    ['gastown/polecats/*', 'gastown/polecats/toast', true],
    ['gastown/polecats/*', 'beads/polecats/capable', false],
    ['gastown/polecats/*', 'gastown/polecats/a/b', false],
    ['gastown/polecats/*', 'gastown/polecats/', false],
    ['*/witness', 'gastown/witness', true],
    ['*/witness', 'bartertown/witness', true],
    ['*/witness', 'a/b/witness', false],
    ['gastown/polecats/capable', 'gastown/polecats/capable', true],
    ['gastown/polecats/toast', 'gastown/polecats/capable', false],
    ['worker-*', 'worker-7', true],
    ['worker-*', 'worker-', false],
    ['a*a', 'a', false],
    ['mayor', 'mayor/', true],
    ['gastown/polecats/nux', 'gastown/nux', true],
  ])('%s, %j: %j', (pattern, identity, admitted) => expect(admitsClaimant(pattern, identity)).toBe(admitted))

  test('either form of an address fits', () => {
    expect(admitsClaimant('gastown/polecats/*', 'gastown/nux', 'gastown/polecats/nux')).toBe(true)
    expect(admitsClaimant('gastown/polecats/*', 'gastown/nux', null)).toBe(false)
  })

  test.each(['*', 'a/*', ' */witness '])('%j is a pattern', (written) =>
    expect(requireClaimPattern(written)).toBe(written.trim()),
  )
  test.each(['', '*/*', 'a b', 'queue:x', '\u001b', 'x'.repeat(201)])('%j is none', (written) =>
    expect(() => requireClaimPattern(written)).toThrow(expect.objectContaining({ code: 'usage' })),
  )
})
