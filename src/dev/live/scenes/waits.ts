import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Room } from '../room.ts'
import { requestsWith, type Scene, settle } from '../scene.ts'
import { longest, pause, typePrompt, until } from '../terminal.ts'
import { idle, opened, waiting } from './screens.ts'

const isShown = (room: Room) => until('the agent in Attention', async () => (await waiting(room)) > 0)
const isOver = (room: Room) =>
  until('the end of the wait in Attention', async () => (await waiting(room)) === 0)

const atPrompt: Scene = {
  name: 'idle',
  proves: 'an agent that sits idle at its prompt is in Attention until the next prompt',
  async play(room) {
    await settle(room)
    const program = await idle(room)
    await isShown(room)
    await typePrompt(program, room.scripted('second', { say: 'The second is done.' }))
    await program.sees('The second is done.', longest)
  },
}

const turnFailed: Scene = {
  name: 'turn-failed',
  proves: 'an agent whose model refused its request is in Attention until the next prompt',
  async play(room) {
    await settle(room)
    const program = await opened(room)
    await typePrompt(program, room.scripted('first', { status: 400 }))
    await isShown(room)
    await pause()
    await typePrompt(program, room.scripted('second', { say: 'The second is done.' }))
    await program.sees('The second is done.', longest)
    await isOver(room)
  },
}

const question: Scene = {
  name: 'question',
  proves: 'an agent that asks its person a question is in Attention until it is answered',
  async play(room) {
    await settle(room)
    const program = await opened(room)
    const { asksQuestion } = room.driver
    if (asksQuestion === null) throw new Error('the driver tells no tool that asks a question')
    await typePrompt(program, room.scripted('main', asksQuestion, { say: 'All is done.' }))
    await program.sees('Which parser?', longest)
    await isShown(room)
    await pause()
    await program.press('Enter')
    await program.sees('All is done.', longest)
  },
}

const serverAsks: Scene = {
  name: 'elicitation',
  proves: 'an agent whose MCP server asks its person a question is in Attention',
  async play(room) {
    await settle(room)
    const { elicits } = room.driver
    if (elicits === null) throw new Error('the driver tells no way to a server that asks')
    const server = join(process.cwd(), 'src/dev/live/asking-server.mjs')
    await room.program(elicits.adds([process.execPath, server]))
    const program = await opened(room, ...elicits.allowed)
    await typePrompt(program, room.scripted('main', elicits.step, { say: 'All is done.' }))
    await program.sees('Which parser?', longest)
    await isShown(room)
    await pause()
    await program.press('Esc')
    await program.sees('All is done.', longest)
  },
}

const helperAsks: Scene = {
  name: 'subagent-asks',
  proves: 'an agent whose subagent asks for a permission is in Attention',
  async play(room) {
    await settle(room)
    mkdirSync(join(room.place.project, 'build'))
    const { subagent, terminal } = room.driver
    if (subagent === null || terminal === null) throw new Error('the driver tells no tool for a subagent')
    const program = await opened(room)
    const step = { shell: 'rm -rf build', ...(terminal.asks && { args: terminal.asks }) }
    const start = subagent(room.scripted('helper', step, { say: 'The helper is done.' }))
    await typePrompt(program, room.scripted('main', start, { say: 'All is done.' }))
    await isShown(room)
    await program.sees(terminal.question, longest)
    await pause()
    await program.press('Enter')
    await until('the end of the helper', () => requestsWith(room, '', 'helper').length > 1)
  },
}

/** What waits for its person. */
export const waits: readonly Scene[] = [atPrompt, turnFailed, question, serverAsks, helperAsks]
