import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programFile } from '../support/batch.ts'
import { type Answer, type Desk, openDesk } from '../support/cli.ts'
import { proof, scaled } from '../support/scale.ts'
import { until } from '../support/soon.ts'

const each = scaled(1, 8)
let desk: Desk
const started: ChildProcess[] = []
beforeEach(() => {
  desk = openDesk([
    'mayor/',
    'deacon/',
    'greenplace/witness',
    'greenplace/refinery',
    'greenplace/polecats/nux',
  ])
})
afterEach(async () => {
  const ended = started.splice(0).map((child) => {
    const wasKilled = child.signalCode !== null
    const end = new Promise((next) => child.on('exit', next))
    child.kill('SIGKILL')
    return child.exitCode === null && !wasKilled ? end : undefined
  })
  await Promise.all(ended)
  desk.close()
})

/** What each agent does with its mail, by the handlers that the source names. It prints what it did last. */
const agentScript = `
const { execFileSync } = require('node:child_process')
const { appendFileSync } = require('node:fs')
const me = process.env.WATCHPOST_AGENT
const watchpost = (...args) => execFileSync(process.execPath, [process.env.PROGRAM, ...args, '--json', '--as', me], { encoding: 'utf8' })
const [mail] = JSON.parse(watchpost('read', process.env.WATCHPOST_MESSAGE, '--peek')).messages
const subject = mail.subject
const fields = mail.fields || {}
const type = subject.split(/[ :]/)[0]
const branch = fields.Branch || ''
const done = (what) => appendFileSync(process.env.LOG, what + '\\n')
const send = (template, ...pairs) => watchpost('send', '--template', template, '--again', ...pairs.flatMap((pair) => ['--field', pair]))
const tell = (text) => watchpost('send', 'greenplace/nux', '-s', text, '--kind', 'notification', '--again')
const about = ['Polecat=nux', 'Branch=' + branch, 'Issue=gp-1']
if (me === 'greenplace/witness') {
  if (type === 'POLECAT_DONE') send('MERGE_READY', ...about)
  else if (type === 'MERGED') done('merged ' + branch)
  else if (type === 'MERGE_FAILED') tell('FAILED ' + branch)
  else if (type === 'REWORK_REQUEST') tell('REBASE ' + branch)
} else if (me === 'greenplace/refinery') {
  if (branch.startsWith('fail')) send('MERGE_FAILED', ...about, 'Failure-Type=tests', 'Error=red')
  else if (branch.startsWith('conflict')) send('REWORK_REQUEST', ...about, 'Target=main')
  else send('MERGED', ...about)
} else if (me === 'deacon/') {
  // Until a polecat is idle.
  for (let tries = 0; type === 'RECOVERED_BEAD' && tries < 60; tries += 1) {
    const { decision } = JSON.parse(watchpost('redispatch', fields.Bead))
    if (decision !== 'waiting') {
      done('redispatch ' + decision)
      break
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  }
} else if (type === 'FAILED') done('rework ' + subject.split(' ')[1])
else if (type === 'REBASE') send('POLECAT_DONE', 'Exit=MERGED', 'MR=mr-2', 'Branch=rebased-' + subject.split(' ')[1])
else if (type === 'REDISPATCH') done('redone ' + subject.split(' ')[1])
`

type Bead = {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly labels: readonly string[]
}

test(
  proof('Gas Town: the five flows run through, and items are claimed on either side', each),
  async () => {
    const folder = join(desk.folder, 'beads')
    mkdirSync(folder)
    const file = join(folder, 'issues.jsonl')
    const log = join(desk.folder, 'log')
    const script = join(desk.folder, 'agent.cjs')
    writeFileSync(script, agentScript)
    writeFileSync(join(desk.store, 'config.yaml'), 'patrol:\n  silent_after: 2s\n')
    const beads = () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Bead)
    const write = (all: readonly object[]) => {
      writeFileSync(`${file}.tmp`, all.map((one) => `${JSON.stringify(one)}\n`).join(''))
      renameSync(`${file}.tmp`, file)
    }
    const items = Array.from({ length: 2 * each }, (_, at) => `hq-item-${at}`)
    const item = (id: string) => ({
      id,
      title: id,
      description: 'x',
      status: 'open',
      priority: 2,
      issue_type: 'message',
      assignee: '',
      created_at: new Date().toISOString(),
      labels: ['gt:message', 'from:mayor/', 'msg-type:task', 'queue:builds'],
    })
    write([
      { id: 'hq-q-builds', title: 'Queue: builds', description: 'name: builds', labels: ['gt:queue'] },
      ...items.map(item),
    ])
    const begin = (...args: readonly string[]) => {
      const child = desk.start(args, { PROGRAM: programFile, LOG: log })
      child.stdout?.resume()
      child.stderr?.resume()
      started.push(child)
      return child
    }
    begin('sync', folder, '--format', 'gastown')
    const [witness] = ['greenplace/witness', 'greenplace/refinery', 'deacon/', 'greenplace/nux'].map(
      (agent) => begin('run', agent, '--', process.execPath, script),
    )
    const told = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').sort() : [])

    // The first three flows begin with what the polecat has done.
    for (let at = 0; at < each; at += 1)
      for (const kind of ['ok', 'fail', 'conflict'])
        desk.json(
          'send',
          '--template',
          'POLECAT_DONE',
          '--as',
          'greenplace/nux',
          '--again',
          '--field',
          'Exit=MERGED',
          '--field',
          'MR=mr-1',
          '--field',
          `Branch=${kind}-${at}`,
        )
    // Meanwhile items are claimed here, and there. Their queue comes with the first of them.
    const isFull = (queue: Answer) => queue.name === 'builds' && queue.available === items.length
    await until(
      () => desk.json('queue', 'list').queues.some(isFull),
      () => desk.json('queue', 'list'),
    )
    const [there, here] = [items.slice(0, each), items.slice(each)]
    const labelled = (one: Bead, ...labels: readonly string[]) => ({
      ...one,
      labels: [...one.labels, ...labels],
    })
    write(
      beads().map((one) =>
        there.includes(one.id)
          ? labelled(one, 'claimed-by:greenplace/crew/ann', `claimed-at:${new Date().toISOString()}`)
          : one,
      ),
    )
    const stateOf = (id: string) => {
      const found = beads().find((one) => one.id === id)
      const by = found?.labels.find((label) => label.startsWith('claimed-by:')) ?? ''
      return `${found?.status} ${by}`
    }
    await until(
      () => desk.json('queue', 'show', 'builds').processing === each,
      () => desk.json('queue', 'show', 'builds'),
    )
    for (const _ of here) desk.json('claim', 'builds', '--as', 'mayor/')
    await until(
      () => here.every((id) => stateOf(id) === 'open claimed-by:mayor/'),
      () => here.map(stateOf),
    )
    write(beads().map((one) => (there.includes(one.id) ? { ...one, status: 'closed' } : one)))
    desk.json('complete', ...here, '--as', 'mayor/')
    await until(
      () => items.every((id) => stateOf(id).startsWith('closed')),
      () => items.map(stateOf),
    )
    await until(
      () => desk.json('queue', 'show', 'builds').completed === items.length,
      () => desk.json('queue', 'show', 'builds'),
    )

    // Lost work is given out again.
    for (let at = 0; at < each; at += 1) {
      desk.json(
        'send',
        '--template',
        'RECOVERED_BEAD',
        '--as',
        'greenplace/witness',
        '--to',
        'deacon/',
        '--again',
        '--field',
        `Bead=gp-${at}`,
        '--field',
        'Polecat=greenplace/slit',
      )
      await until(() => told().includes(`redone gp-${at}`), told)
    }
    const expected = Array.from({ length: each }, (_, at) => [
      `merged ok-${at}`,
      `rework fail-${at}`,
      `merged rebased-conflict-${at}`,
      `redone gp-${at}`,
      'redispatch sent',
    ])
    await until(() => told().length >= expected.flat().length, told)
    expect(told()).toEqual(expected.flat().sort())
    // All that was worked on is closed there.
    const mails = () => beads().filter(({ title }) => /^[A-Z_]{4,} /u.test(title))
    await until(
      () => mails().length >= 11 * each && mails().every(({ status }) => status === 'closed'),
      () => mails().map(({ title, status }) => [title, status]),
    )

    // Who watches falls silent, and the mayor hears of it.
    desk.run(['agents', 'update', 'greenplace/witness', '--watched', '--as', 'mayor/'])
    witness?.kill('SIGKILL')
    const silent = () => {
      desk.run(['patrol', '--as', 'mayor/'])
      return JSON.stringify(desk.json('inbox', 'mayor/').messages).includes('Silent: greenplace/witness')
    }
    await until(silent, () => desk.json('inbox', 'mayor/').messages)
  },
  scaled(240_000, 1_200_000),
)
