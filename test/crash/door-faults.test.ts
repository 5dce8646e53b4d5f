import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { programFile, quietEnvironment } from '../support/batch.ts'
import { type CrashStore, makeCrashStore } from '../support/crash-store.ts'
import { prepareLoad, runLoad } from '../support/faults.ts'
import { noteDoors } from '../support/noted-doors.ts'
import { generator, proof, proofPatience, scaled } from '../support/scale.ts'

const [kills, programs] = [scaled(12, 160), 12]
const random = generator(20_261_126)
const pause = (milliseconds: number) => new Promise((next) => setTimeout(next, milliseconds))

let store: CrashStore
let door: ChildProcess
let folder: string
const socket = () => join(folder, 'door.sock')
const relayed = () => join(folder, 'relay.sock')
const relays = new Set<Socket>()
/** After so many bytes of an answer its line is cut. */
let cutsAfter: number | null = null

const relay = createServer((near) => {
  const far = connect(socket())
  const end = (): void => {
    for (const one of [near, far]) one.destroy()
    relays.delete(near)
  }
  relays.add(near)
  near.on('data', (chunk) => far.write(chunk))
  far.on('data', (chunk) => {
    if (cutsAfter === null) {
      near.write(chunk)
      return
    }
    near.write(chunk.subarray(0, cutsAfter), end)
    cutsAfter = null
  })
  for (const one of [near, far]) one.on('error', end).on('close', end)
})

beforeAll(async () => {
  store = await makeCrashStore([])
  folder = join(store.location, '..', 'ways')
  mkdirSync(folder)
  door = await openTheDoor()
  relay.listen(relayed())
})
afterAll(async () => {
  for (const one of relays) one.destroy()
  relay.close()
  door.kill('SIGKILL')
  store.remove()
})

async function openTheDoor(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [programFile, 'door', store.location, '--listen', socket()], {
    env: quietEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => void (said += text.toString()))
  while (!said.includes('Listening')) {
    if (child.exitCode !== null) throw new Error(said)
    await pause(10)
  }
  return child
}

const running = new Set<ChildProcess>()

async function faults(doors: ReturnType<typeof noteDoors>): Promise<void> {
  for (let at = 0; at < kills; at += 1) {
    await pause(150 + random() * 250)
    switch (at % 4) {
      case 0:
        door.kill('SIGKILL')
        await once(door, 'exit')
        door = await openTheDoor()
        break
      case 1:
        cutsAfter = Math.floor(random() * 2_000)
        break
      case 2:
        doors.kill(random)
        break
      case 3:
        ;[...running][Math.floor(random() * running.size)]?.kill('SIGKILL')
    }
  }
}

it(
  proof(
    `doors and programs killed, and lines cut within an answer, while ${programs} programs send and claim: nothing lost or doubled, each command done or busy`,
    kills,
    'faults',
  ),
  async () => {
    const doors = noteDoors(folder)
    const load = {
      stores: [doors.to(store.location), `unix:${relayed()}`, `unix:${socket()}`],
      senders: programs / 2,
      claimants: programs / 2,
      killable: running,
      // Now and then one that crosses in many pieces.
      body: (at: number) => 'x'.repeat(at % 10 === 0 ? 60_000 : (at * 997) % 3_000),
      faults: () => faults(doors),
      look: async (sql: string) =>
        store.look((database) => database.prepare(sql).all() as Readonly<Record<string, unknown>>[]),
    }
    await prepareLoad(load)
    const { wrong, busy } = await runLoad(load)
    expect(wrong).toEqual([])
    expect(busy).toBeGreaterThan(0)
  },
  proofPatience(1_800_000),
)
