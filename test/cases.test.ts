import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { programFile } from './support/batch.ts'

/** Programs outside the project that reproduce faults in the field; many checkouts have none. */
const folder = fileURLToPath(new URL('../../shared/cases', import.meta.url))

/** A case prints `right:` or `WRONG:` and what it saw. One that fails today says how; it holds once that is mended. */
type Case = { readonly file: string; readonly today: 'holds' | RegExp }

const cases: readonly Case[] = [
  { file: 'field/01-store-replaced.sh', today: 'holds' },
  { file: 'field/02-scheduled-never-sent.sh', today: /sent=0, reported=0/u },
  { file: 'field/03-long-durations.sh', today: 'holds' },
  { file: 'field/04-hook-waits-for-eof.sh', today: 'holds' },
  { file: 'field/05-deleted-cwd.sh', today: 'holds' },
  { file: 'field/06-dev-variable.sh', today: 'holds' },
  { file: 'field/07-auto-reply-loop.sh', today: 'holds' },
  { file: 'field/08-payload-numbers.sh', today: 'holds' },
  { file: 'field/10-thai-hindi-width.sh', today: 'holds' },
  { file: 'field/11-terminal-gone.py', today: 'holds' },
  { file: 'field/12-mcp-null-arguments.sh', today: 'holds' },
  { file: 'field/13-handoff-buried.sh', today: 'holds' },
]

const run = promisify(execFile)

/** What a case prints, whatever its exit code. Most of a case is a wait, so several of them run at once. */
async function printedBy(file: string): Promise<string> {
  const started = run(file.endsWith('.py') ? 'python3' : 'bash', [`${folder}/${file}`, programFile])
  const { stdout } = await started.catch((error: { stdout: string }) => error)
  return stdout.trimEnd().split('\n').at(-1) ?? ''
}

test.skipIf(!existsSync(folder)).concurrent.for(cases)(
  '$file',
  { timeout: 120_000 },
  async ({ file, today }, { expect }) => {
    const printed = await printedBy(file)
    if (today === 'holds') {
      expect(printed).toMatch(/^right:/u)
      return
    }
    expect(printed, `${file} holds now: its row must say so.`).not.toMatch(/^right:/u)
    expect(printed).toMatch(new RegExp(`^WRONG: .*${today.source}`, 'u'))
  },
)
