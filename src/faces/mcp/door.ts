import { isMailError, type MailError, withHint } from '../../domain/errors.ts'
import { disarm } from '../../domain/prompt/disarm.ts'
import { loadOperation, type OperationName } from '../../operations/catalogue.ts'
import { perform } from '../../operations/perform.ts'
import type { Context } from '../../services/context.ts'
import { isOffer, type Offer } from '../../services/offer.ts'
import type { ToolGroup } from './groups.ts'
import { type Told, told } from './told.ts'

/** The services of the program around this face: the open store, and the current actor. */
export type Opener = (asking: {
  readonly command: string
  readonly unregistered: boolean
}) => Promise<Context>

/** The result of a tool, and the mail to be handed over with it. */
export type Answered = { readonly told: Told; readonly offer: Offer<unknown> | null }
export type Raw = { readonly [name: string]: unknown }

type Wanted = {
  readonly tool: string
  readonly operation: OperationName
  /** The answer if there is nothing to hand over. */
  readonly empty: string | undefined
  /** The groups of tools that are served. */
  readonly groups: ReadonlySet<ToolGroup>
}

const spelling = {
  nameOf: (name: string) => name,
  hint: "See the tool's input schema.",
}

/** Carries an operation out for a tool. @throws MailError */
export async function carryOut(
  open: Opener,
  { tool, operation: name, empty, groups }: Wanted,
  input: Raw,
): Promise<Answered> {
  const operation = await loadOperation(name)
  const context = await open({ command: `mcp ${tool}`, unregistered: operation.unregistered ?? false })
  const sheet = {
    tool,
    shape: operation.value,
    full: input['full'] === true,
    reader: context.actor.address,
    now: context.now(),
    groups,
  }
  try {
    const answered = await perform(operation, context, input, spelling)
    if (!isOffer(answered)) return { told: told(answered, sheet), offer: null }
    return { told: told(answered.value, sheet), offer: answered }
  } catch (error) {
    if (empty === undefined || !isNothing(error)) throw error
    return { told: nothing(empty, error), offer: null }
  }
}

/** Mail that is there and cannot be handed over is no empty mailbox: the error says why. */
function nothing(empty: string, { message, hint }: MailError): Told {
  if (hint === '') return { value: { empty: true }, text: empty }
  return { value: { empty: true, why: disarm(hint) }, text: disarm(withHint({ message, hint })) }
}

function isNothing(error: unknown): error is MailError {
  return isMailError(error) && (error.code === 'nothing' || error.code === 'timeout')
}
