import { expectRead, expectThat, requestsWith, type Scene, send, settle } from '../scene.ts'
import { longest, pause, typePrompt } from '../terminal.ts'
import { idle } from './screens.ts'

const clear: Scene = {
  name: 'clear',
  proves: 'an agent whose person cleared the conversation is told new mail with the next prompt',
  async play(room) {
    await settle(room)
    const program = await idle(room)
    await typePrompt(program, room.driver.terminal?.clears ?? '')
    await program.misses('The first is done.', longest)
    await pause()
    const id = await send(room, 'peony')
    await typePrompt(program, room.scripted('second', { say: 'The second is done.' }))
    await program.sees('The second is done.', longest)
    await expectRead(room, id, 'peony')
    const [at = -1] = requestsWith(room, '', 'second')
    const body = room.stub.requests[at]?.body ?? ''
    expectThat(!body.includes('The first is done.'), 'the conversation was not cleared')
  },
}

const compact: Scene = {
  name: 'compact',
  proves: 'an agent whose person asks to compact the conversation is told new mail with the next prompt',
  async play(room) {
    await settle(room)
    const program = await idle(room)
    await typePrompt(program, room.driver.terminal?.compacts ?? '')
    await program.sees(/(?:compact|compress)ed|compression was|compaction · /iu, longest)
    await pause()
    const id = await send(room, 'quince')
    await typePrompt(program, room.scripted('second', { say: 'The second is done.' }))
    await program.sees('The second is done.', longest)
    await expectRead(room, id, 'quince')
  },
}

const compacted: Scene = {
  name: 'compacted',
  proves: 'mail in a conversation that the program compacts by itself is named again',
  async play(room) {
    await settle(room)
    room.stub.at('works', async () => void (await send(room, 'rosemary')))
    const summary = room.scripted('after', { say: 'Done.' })
    await room.prompt([
      { shell: 'true', event: 'works', tokens: 5_000_000 },
      { say: summary, isSummary: true, tokens: 5_000_000 },
    ])
    const [after = -1] = requestsWith(room, '', 'after')
    expectThat(after >= 0, 'the program did not compact')
    expectThat(requestsWith(room, 'About rosemary', 'after')[0] === after, 'the mail was not named again')
  },
}

/** What becomes of mail when a conversation is cleared or compacted. */
export const contexts: readonly Scene[] = [clear, compact, compacted]
