import type { ReactElement } from 'react'
import type { ChoiceState } from '../src/faces/tui/model/overlay.ts'
import { choicePlace, choiceSeen, choiceTitle } from '../src/faces/tui/overlays/choice.ts'
import type { Size } from '../src/faces/tui/state.ts'
import { word } from '../src/faces/tui/text/line.ts'
import { Cover } from './Cover.tsx'

/** The things to open or decide, one below the other. */
export function Choice({
  choice,
  size,
  now,
}: {
  readonly choice: ChoiceState
  readonly size: Size
  readonly now: number
}): ReactElement {
  return (
    <Cover
      place={choicePlace(choice, size)}
      title={choiceTitle(choice, now)}
      lines={choiceSeen(choice, size).map(({ line }) => line)}
      more={[word(`${choice.chosen + 1} of ${choice.items.length}`, 'dim')]}
    />
  )
}
