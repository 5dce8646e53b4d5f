import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MailError } from '../../src/domain/errors.ts'
import { lifeOf } from '../../src/drivers/process-table.ts'
import { beginLinkedAgents, linkedAgents, noteLinkedAgent } from '../../src/entry/link-agents.ts'
import { keepLinkSignals } from '../../src/entry/link-signals.ts'
import { linkTest, linkTestOf } from '../../src/setup/commands.ts'
import { openDoorStore } from '../../store/door/door-store.ts'
import { protocol } from '../../store/door/wire.ts'
import { openSignals } from '../../store/sqlite/database/signals.ts'

let folder: string
let children: ChildProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-link-signals-'))
  children = []
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

describe.runIf(process.platform === 'linux')('the script that says whether the link runs', () => {
  const says = (pid: number, start = lifeOf(pid)?.start ?? null) => {
    const script = join(folder, 'link')
    writeFileSync(script, linkTestOf('here', pid, start))
    return spawnSync('sh', [script], { env: { WATCHPOST_STORE: 'here' } }).status === 0
  }

  it('believes a link that runs, and not one that is stopped', async () => {
    const child = spawn('sleep', ['60'])
    children.push(child)
    await once(child, 'spawn')
    const pid = child.pid ?? 0
    expect(says(pid)).toBe(true)
    expect(says(pid, '1')).toBe(false)
    child.kill('SIGSTOP')
    await expect.poll(() => says(pid)).toBe(false)
    child.kill('SIGCONT')
    await expect.poll(() => says(pid)).toBe(true)
  })

  it('does not believe a link that ended and that nobody has waited for', async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'])
    children.push(parent)
    const [text] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(text)
    expect(says(pid)).toBe(true)
    // The parent must be the one that never waits, or it would reap its child.
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => lifeOf(pid)?.ended).toBe(true)
    expect(says(pid)).toBe(false)
  })
})

describe('the signal files of a link', () => {
  it('are removed for the agents that it no longer keeps, whose next hook notes them again', () => {
    const signals = openSignals(folder)
    mkdirSync(join(folder, 'signals'))
    beginLinkedAgents(folder)
    const all = Array.from({ length: 2_001 }, (_, at) => `agent-${at}`)
    for (const agent of all) noteLinkedAgent(folder, agent)
    for (const agent of all) signals.require(agent)
    const unkept = () => {
      const kept = new Set(linkedAgents(folder))
      return all.filter((agent) => !kept.has(agent))
    }
    const unfiled = () => all.filter((agent) => !existsSync(signals.path(agent)))
    expect([unkept(), unfiled()]).toEqual([['agent-0'], ['agent-0']])
    noteLinkedAgent(folder, 'agent-0')
    expect([unkept(), unfiled()]).toEqual([['agent-1'], ['agent-0', 'agent-1']])
  })

  it('are not believed while the store owes an answer, and a line that stays silent is cut', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    input.write(`{"door":${protocol}}\n`)
    const channel = { input, output, said: () => '', close: () => output.end() }
    const store = await openDoorStore(channel, 'here')
    let cuts = 0
    const far = { open: async () => store, cut: () => void (cuts += 1) }
    const kept = keepLinkSignals(folder, 'here', far, { late: 10, dead: 50, again: 10 })
    expect(kept.isLate()).toBe(false)
    await expect.poll(() => kept.isLate(), { interval: 5 }).toBe(true)
    await expect.poll(() => cuts, { interval: 5 }).toBe(1)
    expect(existsSync(join(folder, 'signals', linkTest))).toBe(false)
    kept.stop()
  })

  it('are looked after less and less often while the store cannot be reached', async () => {
    const tries: number[] = []
    const open = async () => {
      tries.push(performance.now())
      throw new MailError('busy', 'not there')
    }
    const kept = keepLinkSignals(folder, 'here', { open, cut() {} }, { late: 1, dead: 1, again: 20 })
    await expect.poll(() => tries.length).toBeGreaterThan(4)
    kept.stop()
    const [, , , fourth = 0, fifth = 0] = tries
    expect(fifth - fourth).toBeGreaterThan(100)
  })
})
