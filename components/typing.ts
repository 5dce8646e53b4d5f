import { createContext } from 'react'
import type { Field } from '../src/faces/tui/model/editor.ts'

/** `field` replaces the drawn value of the focused line while keys come faster than frames; `onChange` gets each new value. */
export type Typing = { readonly field: Field | null; readonly onChange: (field: Field) => void }

export const TypingContext = createContext<Typing>({ field: null, onChange: () => undefined })
