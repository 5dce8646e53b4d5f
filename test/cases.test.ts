import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { programFile } from './support/batch.ts'

/** Programs outside the project that reproduce faults in the field; many checkouts have none. */
const folder = fileURLToPath(new URL('../../shared/cases', import.meta.url))

/** A case prints `right:` or `WRONG:` and what it saw. One that fails today says how; it holds once that is mended. */
type Case = { readonly file: string; readonly today: 'holds' | RegExp }

const cases: readonly Case[] = [
  { file: 'field/01-store-replaced.sh', today: 'holds' },
  { file: 'field/02-scheduled-never-sent.sh', today: /sent=0, reported=0/u },
  { file: 'field/03-long-durations.sh', today: /run ended 8 .*timed out after 30d/u },
  { file: 'field/05-deleted-cwd.sh', today: /hook 1, command 1, lines of stack \d\d/u },
  { file: 'field/08-payload-numbers.sh', today: /exit 0; stored "id":1497549923779084300/u },
  { file: 'field/13-handoff-buried.sh', today: /handoff in them: 0/u },
]

test.skipIf(!existsSync(folder)).for(cases)('$file', { timeout: 120_000 }, ({ file, today }) => {
  const { stdout } = spawnSync('bash', [`${folder}/${file}`, programFile], { encoding: 'utf8' })
  const printed = stdout.trimEnd().split('\n').at(-1) ?? ''
  if (today === 'holds') return expect(printed).toMatch(/^right: /u)
  expect(printed, `${file} holds now: its row must say so.`).not.toMatch(/^right: /u)
  expect(printed).toMatch(new RegExp(`^WRONG: .*${today.source}`, 'u'))
})
