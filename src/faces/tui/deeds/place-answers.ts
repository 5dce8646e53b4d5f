import type { Asked, State } from '../state.ts'
import { type Step, say } from '../step.ts'

/** What a question about a place, an agent or a dead letter was answered with. */
export function answerPlace(state: State, asked: Asked, text: string): Step {
  const words = text.split(/[\s,]+/u).filter((word) => word !== '')
  switch (asked.type) {
    case 'create':
      return words.length === 0
        ? say(state, 'Nothing was made.')
        : [state, { type: 'act', act: { verb: 'create', words: text.trim().split(/\s+/u) } }]
    case 'add':
      return words.length === 0
        ? say(state, 'Nobody was added.')
        : [state, { type: 'act', act: { verb: 'add', group: asked.group, members: words } }]
    case 'sure':
      return /^y(?:es)?$/iu.test(text.trim())
        ? [state, { type: 'act', act: asked.act }]
        : say(state, 'Left as it is.')
    case 'nudge':
      return text.trim() === ''
        ? say(state, 'Nothing was typed.')
        : [
            state,
            {
              type: 'act',
              act: { verb: 'nudge', agent: asked.agent, about: asked.about, text: text.trim() },
            },
          ]
    case 'assign': {
      const [to] = words
      return to === undefined
        ? say(state, 'The thread stays where it is.')
        : [state, { type: 'act', act: { verb: 'assign', thread: asked.thread, to } }]
    }
    case 'redeliver':
      return [state, { type: 'act', act: { verb: 'redeliver', message: asked.message, to: words } }]
  }
}
