import { spawn } from 'node:child_process'
import { programFile } from '../../../test/support/batch.ts'
import type { Mailbox } from '../../mailbox.ts'
import { watchLocks } from './locks.ts'
import { atMost, bareEnvironment, type Figure, later, quantile } from './measure.ts'
import { firstAgent, openFor, secondAgent } from './world.ts'
import { ageStore } from './year.ts'

const limit = 50

/** A patrol of a year of mail as another process, while this one sends; then another in this one, to time its locks. */
export async function benchPatrol(location: string, size: number): Promise<readonly Figure[]> {
  ageStore(location, Date.now())
  const { mailbox, close } = await openFor(location, secondAgent)
  const { sends, seconds } = await sendDuring(mailbox, runPatrol(location))
  await close()
  const held = await lockedBy(location)
  const milliseconds = (value: number) => `${value.toFixed(1)} ms`
  const what = `patrol of ${size.toLocaleString('en')} messages, a year of mail (a round takes ${seconds.toFixed(0)} s)`
  return [
    atMost(`${what}: the longest that it holds the lock`, Math.max(...held), limit, milliseconds),
    {
      ...atMost(
        `the longest of ${sends.length} sends by another process meanwhile`,
        Math.max(...sends),
        limit,
        milliseconds,
      ),
      figure: `${milliseconds(Math.max(...sends))} (p50 ${milliseconds(quantile(sends, 0.5))}, p99 ${milliseconds(quantile(sends, 0.99))})`,
    },
  ]
}

function runPatrol(location: string): Promise<number | null> {
  const args = [programFile, 'patrol', '--json', '--store', location, '--as', firstAgent]
  const child = spawn(process.execPath, args, {
    env: bareEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
}

async function sendDuring(mailbox: Mailbox, patrol: Promise<number | null>) {
  const began = performance.now()
  let patrolling = true
  const ended = patrol.then((code) => {
    patrolling = false
    if (code !== 0) throw new Error(`patrol ended with ${code}`)
    return (performance.now() - began) / 1_000
  })
  const sends: number[] = []
  while (patrolling) {
    const start = performance.now()
    await mailbox.send({ to: [firstAgent], kind: 'notification', subject: `During patrol ${sends.length}` })
    sends.push(performance.now() - start)
    await later(2)
  }
  return { sends, seconds: await ended }
}

async function lockedBy(location: string): Promise<readonly number[]> {
  const locks = watchLocks()
  const { mailbox, close } = await openFor(location, firstAgent)
  await mailbox.patrol({})
  await close()
  locks.stop()
  return locks.held
}
