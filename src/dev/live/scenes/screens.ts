import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from '../../../../test/support/terminal.ts'
import { agent, type Room } from '../room.ts'
import { expectRead, expectThat, requestsWith, type Scene, send, settle } from '../scene.ts'
import { longest, openTerminal, pause, typePrompt, until } from '../terminal.ts'

/** The program in a terminal, at its prompt. */
export async function opened(room: Room, ...added: readonly string[]): Promise<Program> {
  const { terminal } = room.driver
  if (terminal === null) throw new Error('the driver tells no way to open it in a terminal')
  const program = openTerminal(room, [room.driver.program, ...terminal.words, ...added])
  await program.until('its prompt', (lines) => lines.some((line) => terminal.ready.test(line)), longest)
  await pause()
  return program
}

/** Lets the agent answer a first prompt, so that it sits idle after it. */
export async function idle(room: Room): Promise<Program> {
  const program = await opened(room)
  await typePrompt(program, room.scripted('first', { say: 'The first is done.' }))
  await program.sees('The first is done.', longest)
  await pause()
  return program
}

const prompt: Scene = {
  name: 'prompt',
  proves: 'mail that arrives while an agent sits idle is told with the next prompt',
  async play(room) {
    await settle(room)
    const program = await idle(room)
    const id = await send(room, 'nasturtium')
    await typePrompt(program, room.scripted('second', { say: 'The second is done.' }))
    await program.sees('The second is done.', longest)
    await expectRead(room, id, 'nasturtium')
    const [first] = requestsWith(room, '', 'second')
    expectThat(
      requestsWith(room, 'nasturtium')[0] === first,
      'the request of the prompt was without the mail',
    )
  },
}

const bell: Scene = {
  name: 'bell',
  proves: 'urgent mail wakes an agent that sits idle',
  async play(room) {
    await settle(room)
    await idle(room)
    const before = room.stub.requests.length
    const id = await send(room, 'oleander', agent, '--priority', 'urgent')
    await until('the bell', () => room.stub.requests.length > before)
    await until('the mail in a request', () => requestsWith(room, 'The word is oleander.').length > 0)
    await expectRead(room, id, 'oleander')
  },
}

/** The agent, which waits at its own prompt for the permission to remove a folder. */
async function asking(room: Room): Promise<Program> {
  mkdirSync(join(room.place.project, 'build'))
  const program = await opened(room)
  const step = {
    shell: 'rm -rf build',
    ...(room.driver.terminal?.asks && { args: room.driver.terminal.asks }),
  }
  await typePrompt(program, room.scripted('main', step, { say: 'All is done.' }))
  await until('the agent in Attention', async () => (await waiting(room)) > 0)
  return program
}

export async function waiting(room: Room): Promise<number> {
  return JSON.parse(await room.watchpost('attention', '--json')).total
}

const wasDone = (room: Room) => !existsSync(join(room.place.project, 'build'))

const permissionAsked: Scene = {
  name: 'permission-asked',
  proves: 'an agent that asks for a permission is in Attention until it is answered at its own prompt',
  async play(room) {
    await settle(room)
    const program = await asking(room)
    await program.sees(room.driver.terminal?.question ?? /./u, longest)
    await until('its notification', () => room.isTold('Notification'))
    await pause()
    await program.press('Enter')
    await program.sees('All is done.', longest)
    expectThat(wasDone(room), 'the command did not run')
    await until('the end of the wait in Attention', async () => (await waiting(room)) === 0)
  },
}

/** Answers the request in the terminal inbox, as its person. */
async function answerInInbox(room: Room, key: string): Promise<void> {
  const folder = join(room.place.home, '.config/watchpost')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'config.yaml'), 'approvals: on\napprovals_wait: 90s\n')
  await settle(room)
  await asking(room)
  const inbox = openTerminal(room, ['watchpost', '--open', 'attention'], { WATCHPOST_IDENTITY: 'person' })
  await inbox.sees('waits for you', longest)
  await inbox.press('Enter')
  await inbox.sees(`Request of ${agent}`, longest)
  await until('the end of the request', async () => {
    await inbox.press(key)
    await inbox.quiet()
    return !inbox.screen().join('\n').includes(`Request of ${agent}`)
  })
  await until('the next request to the model', () => requestsWith(room, '', 'main').length > 1)
}

const permissionAllowed: Scene = {
  name: 'permission-allowed',
  proves: 'what the person allows in the inbox runs without a key at the agent',
  async play(room) {
    await answerInInbox(room, 'Alt-y')
    expectThat(wasDone(room), 'the command did not run')
  },
}

const permissionRefused: Scene = {
  name: 'permission-refused',
  proves: 'what the person denies in the inbox does not run, and the agent is told',
  async play(room) {
    await answerInInbox(room, 'Alt-n')
    expectThat(!wasDone(room), 'the command ran')
  },
}

/** What needs a program in a terminal. */
export const screens: readonly Scene[] = [prompt, bell, permissionAsked, permissionAllowed, permissionRefused]
