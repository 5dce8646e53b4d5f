import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { bundled } from '../support/bundled.ts'

it('the room for new objects stops growing while a screen is open, and grows again after', async () => {
  const program = await bundled('grow-young.ts')
  const { small, free } = JSON.parse(execFileSync(process.execPath, [program], { encoding: 'utf8' }))
  expect(small).toBe(16)
  expect(free).toBe(32)
})
