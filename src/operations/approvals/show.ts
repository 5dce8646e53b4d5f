import { requestText } from '../../domain/approval.ts'
import { isJsonObject } from '../../domain/json.ts'
import { requiredText } from '../../input/input.ts'
import { closedNow, requireRequest } from '../../services/approvals/lookup.ts'
import { iso } from '../../services/values.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

export const showRequest = operation({
  summary: 'Show the whole request of an agent that waits for a permission',
  access: 'read',
  unregistered: true,
  input: {
    request: requiredText('The request, as `attention --json` names it', {
      positional: true,
      placeholder: 'ID',
    }),
  },
  value: 'permissionRequest',
  async run(context, { request: id }): Promise<Values['permissionRequest']> {
    const { settings, approvals } = context
    const found = await requireRequest(context, id)
    const { agent, session, helper, since, until } = found
    const asked: unknown = JSON.parse(found.request)
    const isOpen = (await closedNow(context, found)) === null
    return {
      request: id,
      agent,
      session,
      helper,
      asked: isJsonObject(asked) ? asked : {},
      since: iso(since),
      until: iso(until),
      isOpen: settings.approvals.on && isOpen,
      digest:
        approvals === undefined
          ? null
          : (await approvals.open(context.settings.approvals)).digest(requestText(found)),
    }
  },
})
