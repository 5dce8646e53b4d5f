import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programs } from '../../src/drivers/programs.ts'
import { patience } from '../support/patience.ts'
import { until } from '../support/soon.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-programs-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Holds this process up, as work of its own on a slow machine does. */
function holdUp(holds: () => boolean): void {
  const end = performance.now() + patience
  while (holds() && performance.now() < end);
}

function hasEnded(pid: string): boolean {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')')).startsWith(') Z')
}

// The system tells of all programs that have ended at once, also of those whose output nobody has looked for yet.
test.skipIf(process.platform !== 'linux')(
  'output is kept of a program whose end is told before its output, however long reading it takes',
  async () => {
    const [go, pid] = [join(folder, 'go'), join(folder, 'pid')]
    const script = `echo $$ > '${pid}'; until test -e '${go}'; do sleep 0.01; done; echo the answer`
    const { ended } = await programs.start(['sh', '-c', script], { input: '', variables: {} })
    await until(() => existsSync(pid) && readFileSync(pid, 'utf8').endsWith('\n'))
    const answering = readFileSync(pid, 'utf8').trim()
    const other = spawn('sh', ['-c', 'echo other'])
    other.stdout.once('data', () => {
      writeFileSync(go, '')
      holdUp(() => !hasEnded(answering))
      setImmediate(() => {
        const from = performance.now()
        holdUp(() => performance.now() - from < 2_000)
      })
    })
    await once(other, 'spawn')
    // Its output and its end are there together.
    holdUp(() => !hasEnded(String(other.pid)))
    expect(await ended).toMatchObject({ exit: 0, out: 'the answer\n' })
  },
)
