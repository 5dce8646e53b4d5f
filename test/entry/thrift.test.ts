import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { bundled } from '../support/bundled.ts'

it('the room for new objects stops growing during long work and while a screen is open, and grows again after', async () => {
  const program = await bundled('grow-young.ts')
  const { working, small, free } = JSON.parse(execFileSync(process.execPath, [program], { encoding: 'utf8' }))
  expect(working).toBe(8)
  expect(small).toBe(16)
  expect(free).toBe(32)
})
