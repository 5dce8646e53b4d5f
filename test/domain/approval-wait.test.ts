import { expect, it } from 'vitest'
import { longestUsualWait, usualWait } from '../../src/domain/approval-wait.ts'
import { harnesses } from '../../src/domain/harness.ts'

it('is long only where the coding agent shows its own prompt meanwhile, and short where its person waits', () => {
  const usual = usualWait(null)
  expect(usualWait('Codex')).toBeLessThan(usual)
  expect(usualWait('Claude Code')).toBeGreaterThan(usual)
  for (const { name } of harnesses) expect(usualWait(name)).toBeLessThanOrEqual(longestUsualWait)
})
