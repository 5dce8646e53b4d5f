import { table } from './table.ts'

export const agents = table({
  name: 'agents',
  columns: {
    id: 'id',
    address: 'word',
    long_form: 'word?',
    kind: 'word',
    role: 'word?',
    swarm: 'word?',
    session: 'word?',
    pane: 'word?',
    /** alive, frozen, …; named: only an address, on nobody's roster. */
    state: 'word',
    registered_at: 'number',
    last_seen: 'number?',
    reports_to: 'word?',
    can_complete: 'small = 0',
    watched: 'small = 0',
    talks_to: "text = '[]'",
    budget: 'number?',
    frozen_at: 'number?',
    meta: 'text?',
    /** What the name looks like, for agents on the roster. */
    skeleton: 'word?',
    glyphs: 'word?',
    /** The earlier name that this one looks like. */
    lookalike: 'word?',
    /** The tmux server of the pane, as its socket and process. */
    pane_server: 'word?',
    /** Which mail rings its bell; without one the settings say so. */
    wake: 'word?',
  },
  unique: 'address',
  indexes: {
    agents_role: '(role) WHERE role IS NOT NULL',
    agents_swarm: '(swarm) WHERE swarm IS NOT NULL',
    agents_session: '(session) WHERE session IS NOT NULL',
    agents_pane: '(pane) WHERE pane IS NOT NULL',
    agents_skeleton: '(skeleton) WHERE skeleton IS NOT NULL',
    agents_glyphs: '(glyphs) WHERE glyphs IS NOT NULL',
    agents_kind: '(kind, address)',
  },
  storage: 'fillfactor = 80',
})

export const agentTags = table({
  name: 'agent_tags',
  columns: { tag: 'word', agent_id: 'number' },
  key: 'tag, agent_id',
  indexes: { agent_tags_agent: '(agent_id)' },
})

/** The state of a name that was only ever seen as a sender. */
export const unlisted = 'named'
