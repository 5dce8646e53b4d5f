import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { programFile } from './support/batch.ts'

/** Programs outside the project that reproduce faults in the field; many checkouts have none. */
const folder = fileURLToPath(new URL('../../shared/cases', import.meta.url))

/** Each prints `right:` or `WRONG:`, and what it saw. */
const cases = [
  'field/01-store-replaced.sh',
  'field/02-scheduled-never-sent.sh',
  'field/03-long-durations.sh',
  'field/04-hook-waits-for-eof.sh',
  'field/05-deleted-cwd.sh',
  'field/06-dev-variable.sh',
  'field/07-auto-reply-loop.sh',
  'field/08-payload-numbers.sh',
  'field/10-thai-hindi-width.sh',
  'field/11-terminal-gone.py',
  'field/12-mcp-null-arguments.sh',
  'field/13-handoff-buried.sh',
]

const run = promisify(execFile)

/** What a case prints, whatever its exit code. Most of a case is a wait, so several of them run at once. */
async function printedBy(file: string): Promise<string> {
  const started = run(file.endsWith('.py') ? 'python3' : 'bash', [`${folder}/${file}`, programFile])
  const { stdout } = await started.catch((error: { stdout: string }) => error)
  return stdout.trimEnd().split('\n').at(-1) ?? ''
}

test.skipIf(!existsSync(folder)).concurrent.for(cases)(
  '%s',
  { timeout: 120_000 },
  async (file, { expect }) => {
    expect(await printedBy(file)).toMatch(/^right:/u)
  },
)
