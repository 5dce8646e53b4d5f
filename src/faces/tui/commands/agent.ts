import { agentHere, troubleHere } from '../panes/inbox/scopes.ts'
import { type Step, say } from '../step.ts'
import { ask } from './ask.ts'
import { type Command, call } from './command.ts'
import { hasAgent } from './here.ts'

/** The keys of an agent. */
export const agentCommands: readonly Command[] = [
  {
    name: 'nudge',
    at: { agent: '!', fleet: '!', 'agent-page': '!' },
    help: "type a line into the agent's pane",
    hint: ({ panes: { board } }) => (board?.name !== 'fleet' ? undefined : 'nudge'),
    rank: 4.5,
    operation: 'nudge',
    writes: true,
    needs: 'row',
    available: hasAgent,
    // Asked even where no pane is known: what is typed next must not be taken for keys.
    run(state) {
      const agent = agentHere(state)
      if (agent === null) return [state]
      const known = state.panes.roster.agents.find(({ address }) => address === agent)
      const label = known?.pane === null ? `Type to ${agent} (no pane is known):` : `Type to ${agent}:`
      const trouble = troubleHere(state)
      const about =
        trouble?.why === 'unanswered' && trouble.agent === agent ? (trouble.message?.id ?? null) : null
      const subject: Subject = { agent, about }
      return ask(state, { command: 'agent.nudge', label, subject, keeps: true })
    },
    answer(state, { agent, about }: Subject, text): Step {
      const line = text.trim()
      if (line === '') return say(state, 'Nothing was typed.')
      return [state, call('agent.nudge', 'nudge', { agent, text: line, ...(about !== null && { about }) })]
    },
    done: { nudge: ({ pane }, { agent }) => `Typed to ${agent} in pane ${pane}` },
  },
  {
    name: 'jump',
    at: { agent: 'J', fleet: 'J', 'agent-page': 'J' },
    help: "go to the agent's pane",
    hint: ({ panes: { board } }) => (board?.name !== 'fleet' ? undefined : 'jump'),
    rank: 4.5,
    operation: 'jump',
    needs: 'row',
    available: hasAgent,
    run(state) {
      const agent = agentHere(state)
      return agent === null ? [state] : [state, call('agent.jump', 'jump', { agent })]
    },
    done: { jump: (_, { agent }) => `Switched to the pane of ${agent}` },
  },
]

/** `about`: the message that the agent has not dealt with. */
type Subject = { readonly agent: string; readonly about: string | null }
