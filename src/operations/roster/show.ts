import { requireAgent } from '../../services/lookup.ts'
import { standingReservations } from '../../services/reservations/standing.ts'
import { reservationValue } from '../../services/reservations/value.ts'
import { approvalValue, bellValue, nudgeValue } from '../../services/roster/agent-value.ts'
import { whoField } from '../../services/roster/fields.ts'
import { agentNow } from '../../services/roster/value.ts'
import { sessionsOf } from '../../services/sessions/shown.ts'
import { operation } from '../operation.ts'

const [mostNudges, mostBells, mostApprovals] = [5, 5, 5]

export const showAgent = operation({
  summary:
    'Show an agent: role, tags, state, unread mail, nudges, bells, decisions, reservations, sessions and work',
  access: 'read',
  unregistered: true,
  input: { agent: whoField },
  value: 'shownAgent',
  async run(context, { agent }) {
    const known = await requireAgent(context, agent)
    const nudges = await context.store.log.nudges(known.address, mostNudges)
    const bells = await context.store.bells.list(known.address, mostBells)
    const approvals = await context.store.requests.approvals(known.address, mostApprovals)
    const held = await standingReservations(context, null)
    const reservations = held.filter((one) => one.agent === known.address).map(reservationValue)
    const sessions = await sessionsOf(context, known.address)
    return {
      ...(await agentNow(context, known)),
      nudges: nudges.map(nudgeValue),
      bells: bells.map(bellValue),
      approvals: approvals.map(approvalValue),
      reservations,
      sessions,
    }
  },
})
