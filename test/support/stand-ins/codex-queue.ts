import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../processes.ts'

/**
 * A stand-in for `codex queue --thread ID --message TEXT`: no vendor's program runs in these tests.
 *
 * Codex 0.150 to 0.153, openai/codex#17580 and #41060: the program keeps the message for a thread, prints
 * `Queued message ID for thread THREAD` and ends with 0; an unknown thread is an error. There is no page by the vendor.
 */
export type CodexQueue = {
  /** The folder to look for programs in. */
  readonly folder: string
  /** The arguments of each call. */
  calls(): readonly (readonly string[])[]
  /** Whether a call that hung was waited for, and has ended. */
  hasHung(): boolean
  behave(how: 'queue' | 'fail' | 'hang'): void
  close(): void
}

export function openCodexQueue(): CodexQueue {
  const folder = mkdtempSync(join(tmpdir(), 'codex-'))
  const [program, log, mode, hung] = ['codex', 'log', 'mode', 'hung'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ]
  writeFileSync(
    program,
    `#!/bin/sh
case "$(cat '${mode}')" in
  hang) echo $$ > '${hung}'; exec sleep 600 ;;
  fail) echo 'error: no thread with that id' >&2; exit 1 ;;
esac
for word; do printf '%s\\0' "$word"; done >> '${log}'
printf '\\n' >> '${log}'
echo "Queued message 1 for thread $3"
`,
  )
  chmodSync(program, 0o755)
  writeFileSync(mode, 'queue')
  return {
    folder,
    calls() {
      const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []
      return lines.map((line) => line.split('\0').slice(0, -1))
    },
    hasHung: () => existsSync(hung) && !isAlive(Number(readFileSync(hung, 'utf8'))),
    behave: (how) => writeFileSync(mode, how),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
