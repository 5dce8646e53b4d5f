import type { Shim } from '../host.ts'

/** The module of ADR-003 with its names and signatures, over one long `watchpost batch`. */
const mailbox = `"""ADR-003's shared/agent_mailbox.py. Watchpost carries the mail.

Every call is a line of \`watchpost batch\`, which runs for as long as this process does.
"""
from __future__ import annotations

import json
import subprocess
import threading
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any


class MessageType(Enum):
    REQUEST = "request"
    RESPONSE = "response"
    NOTIFICATION = "notification"
    HANDOFF = "handoff"
    ESCALATION = "escalation"


class MessagePriority(Enum):
    LOW = 1
    NORMAL = 2
    HIGH = 3
    URGENT = 4


class MessageStatus(Enum):
    UNREAD = "unread"
    READ = "read"
    PROCESSING = "processing"
    COMPLETED = "completed"
    ARCHIVED = "archived"
    FAILED = "failed"


class MailboxError(Exception):
    """What Watchpost refused, with its code, its sentence and its hint."""

    def __init__(self, error: dict[str, str]):
        super().__init__(f"{error['message']} {error['hint']}".strip())
        self.code = error["code"]
        self.hint = error["hint"]


TIMES = ("created_at", "expires_at", "read_at", "completed_at")


@dataclass
class Message:
    id: str
    from_agent: str
    to_agent: str
    swarm_name: str | None
    type: MessageType
    subject: str
    body: str
    payload: dict[str, Any]
    priority: MessagePriority
    created_at: datetime
    expires_at: datetime | None
    status: MessageStatus = MessageStatus.UNREAD
    read_at: datetime | None = None
    completed_at: datetime | None = None
    reply_to: str | None = None
    thread_id: str | None = None
    context: dict[str, Any] = field(default_factory=dict)
    attachments: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        data = dict(vars(self), type=self.type.value, priority=self.priority.value, status=self.status.value)
        for name in TIMES:
            data[name] = data[name].isoformat() if data[name] else None
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Message":
        known = {name: data[name] for name in cls.__dataclass_fields__ if name in data}
        known = {"swarm_name": None, "payload": {}, "expires_at": None, **known}
        known["type"] = MessageType(data["type"])
        known["priority"] = MessagePriority(data["priority"])
        known["status"] = MessageStatus(data.get("status", "unread"))
        for name in TIMES:
            known[name] = datetime.fromisoformat(data[name]) if data.get(name) else None
        return cls(**known)

    def to_markdown(self) -> str:
        mark = f"[{self.priority.name}] " if self.priority.value >= MessagePriority.HIGH.value else ""
        lines = [
            f"## {mark}{self.subject}",
            "",
            f"**From:** {self.from_agent}",
            f"**Type:** {self.type.value}",
            f"**Priority:** {self.priority.name}",
            f"**Sent:** {self.created_at:%Y-%m-%d %H:%M}",
        ]
        if self.thread_id:
            lines.append(f"**Thread:** {self.thread_id}")
        if self.swarm_name:
            lines.append(f"**Swarm:** {self.swarm_name}")
        lines += ["", "---", "", self.body]
        if self.context:
            lines += ["", "### Context", ""]
            for key, value in self.context.items():
                if isinstance(value, list):
                    lines += [f"- **{key}:**", *(f"  - {item}" for item in value)]
                else:
                    lines.append(f"- **{key}:** {value}")
        if self.attachments:
            lines += ["", "### Attachments", "", *(f"- \`{path}\`" for path in self.attachments)]
        if self.payload:
            lines += ["", "### Payload", "", "\`\`\`json", json.dumps(self.payload, indent=2), "\`\`\`"]
        return "\\n".join(lines)


@dataclass
class HandoffContext:
    work_completed: str
    files_modified: list[str] = field(default_factory=list)
    files_created: list[str] = field(default_factory=list)
    current_state: str = ""
    state_file: str | None = None
    next_steps: list[str] = field(default_factory=list)
    blockers: list[str] = field(default_factory=list)
    dependencies: list[str] = field(default_factory=list)
    related_escalations: list[str] = field(default_factory=list)
    job_id: str | None = None
    notes: str = ""

    def to_dict(self) -> dict[str, Any]:
        return dict(vars(self))


#: Names that are no agents: nobody registers them.
NOT_AGENTS = {"user", "human", "ceo", "overseer", "system"}


def _local(time: str | None) -> datetime | None:
    """ADR-003's times are those of this machine, without a zone."""
    if not time:
        return None
    return datetime.fromisoformat(time.replace("Z", "+00:00")).astimezone().replace(tzinfo=None)


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in (None, [], {})}


class MailboxManager:
    """The mailboxes of all agents. They are in Watchpost's store, not in \`mailboxes_dir\`; \`watchpost sync\` shows them there."""

    def __init__(self, mailboxes_dir: Path | None = None):
        self.mailboxes_dir = mailboxes_dir or Path("./workspace/mailboxes")
        self._lock = threading.RLock()
        self._batch: subprocess.Popen | None = None
        self._known: set[str] = set()
        self._owners: dict[str, str] = {}

    def send(
        self,
        from_agent: str,
        to_agent: str,
        subject: str,
        body: str,
        message_type: MessageType = MessageType.REQUEST,
        priority: MessagePriority = MessagePriority.NORMAL,
        payload: dict[str, Any] | None = None,
        context: dict[str, Any] | None = None,
        swarm_name: str | None = None,
        reply_to: str | None = None,
        thread_id: str | None = None,
        expires_at: datetime | None = None,
        attachments: list[str] | None = None,
        tags: list[str] | None = None,
    ) -> Message:
        letter = _given(
            to=[to_agent],
            subject=subject,
            body=body,
            kind=message_type.value,
            priority=priority.name.lower(),
            payload=payload,
            context=context,
            swarm=swarm_name,
            replyTo=reply_to,
            thread=None if reply_to else thread_id,
            expires=expires_at.astimezone().isoformat() if expires_at else None,
            attach=attachments,
            tag=tags,
        )
        sent = self._ask(from_agent, "send", hold=True, **letter)
        return self._show(sent["id"], to_agent)

    def handoff(
        self,
        from_agent: str,
        to_agent: str,
        subject: str,
        handoff_context: HandoffContext,
        priority: MessagePriority = MessagePriority.NORMAL,
        swarm_name: str | None = None,
        additional_notes: str = "",
    ) -> Message:
        context = handoff_context.to_dict()
        if additional_notes:
            context["notes"] = additional_notes
        letter = _given(subject=subject, priority=priority.name.lower(), swarm=swarm_name)
        sent = self._ask(from_agent, "handoff", to=to_agent, context=context, hold=True, **letter)
        return self._show(sent["id"], to_agent)

    def broadcast(
        self,
        from_agent: str,
        swarm_name: str,
        subject: str,
        body: str,
        message_type: MessageType = MessageType.NOTIFICATION,
        priority: MessagePriority = MessagePriority.NORMAL,
        exclude: list[str] | None = None,
        **kwargs,
    ) -> list[Message]:
        """One message with a copy for each agent: all that are returned have the same id."""
        letter = _given(
            subject=subject,
            body=body,
            kind=message_type.value,
            priority=priority.name.lower(),
            exclude=exclude,
            tag=["broadcast", f"swarm:{swarm_name}"],
            payload=kwargs.get("payload"),
            context=kwargs.get("context"),
            attach=kwargs.get("attachments"),
        )
        sent = self._ask(from_agent, "send", to=[f"broadcast:{swarm_name}"], swarm=swarm_name, **letter)
        return [self._show(sent["id"], copy["address"]) for copy in sent["recipients"]]

    def check_mailbox(
        self,
        agent_name: str,
        unread_only: bool = True,
        message_types: list[MessageType] | None = None,
        min_priority: MessagePriority | None = None,
    ) -> list[Message]:
        filters = _given(
            kind=[one.value for one in message_types or []],
            priority=min_priority.name.lower() if min_priority else None,
        )
        if unread_only:
            filters["unread"] = True
        else:
            filters["all"] = True
        found: list[dict[str, Any]] = []
        page: dict[str, Any] = {}
        while True:
            value = self._ask_for(agent_name, "inbox", body=True, limit=500, **filters, **page)
            found += value["messages"]
            if value["next"] is None:
                messages = [self._message(one, agent_name) for one in found]
                # Work in progress outlives its time in a mailbox here; the record leaves out all that has expired.
                now = datetime.now()
                return [one for one in messages if not one.expires_at or one.expires_at > now]
            page = {"after": value["next"]}

    def read_message(self, message_id: str) -> Message | None:
        return self._change(message_id, "read")

    def mark_processing(self, message_id: str) -> Message | None:
        return self._change(message_id, "process")

    def mark_completed(self, message_id: str, archive: bool = True) -> Message | None:
        return self._change(message_id, "complete", **({} if archive else {"keep": True}))

    def reply(
        self,
        original_message_id: str,
        from_agent: str,
        body: str,
        payload: dict[str, Any] | None = None,
    ) -> Message | None:
        try:
            sent = self._ask(from_agent, "reply", message=original_message_id, body=body, **_given(payload=payload))
        except MailboxError as error:
            if error.code == "not-found":
                return None
            raise
        return self._show(sent["id"], sent["recipients"][0]["address"])

    def get_thread(self, thread_id: str) -> list[Message]:
        try:
            value = self._ask(None, "thread", message=thread_id, full=True, limit=500)
        except MailboxError as error:
            if error.code == "not-found":
                return []
            raise
        return [self._message(one, None) for one in value["messages"]]

    def get_pending_count(self, agent_name: str) -> dict[str, int]:
        return self._ask_for(agent_name, "count")

    # What follows is not in ADR-003.

    def _change(self, message_id: str, command: str, **more: Any) -> Message | None:
        """Changes the copy of the message that its recipient has."""
        try:
            owner = self._owner_of(message_id)
            self._ask(owner, command, messages=[message_id], **more)
            return self._show(message_id, owner)
        except MailboxError as error:
            if error.code == "not-found":
                return None
            raise

    def _owner_of(self, message_id: str) -> str | None:
        """The agent that looked at it or was sent it by this process; else its first recipient."""
        if message_id not in self._owners:
            value = self._ask(None, "receipts", message=message_id)
            self._owners[message_id] = value["receipts"][0]["address"]
        return self._owners[message_id]

    def _show(self, message_id: str, owner: str | None) -> Message:
        if owner is not None and ":" in owner:
            owner = None
        shown = self._ask(owner, "read", messages=[message_id], peek=True, full=True)
        return self._message(shown["messages"][0], owner)

    def _message(self, value: dict[str, Any], owner: str | None) -> Message:
        to_agent = owner or value["to"][0]
        if owner is not None:
            self._owners[value["id"]] = owner
        types = {one.value for one in MessageType}
        states = {one.value for one in MessageStatus}
        return Message(
            id=value["id"],
            from_agent=value["from"],
            to_agent=to_agent,
            swarm_name=value["swarm"],
            type=MessageType(value["kind"] if value["kind"] in types else "request"),
            subject=value["subject"],
            body=value.get("body", value.get("preview", "")),
            payload=value["payload"] or {},
            priority=MessagePriority[value["priority"].upper()],
            created_at=_local(value["sentAt"]),
            expires_at=_local(value["expiresAt"]),
            status=MessageStatus(value["status"] if value.get("status") in states else "unread"),
            read_at=_local(value.get("readAt")),
            completed_at=_local(value.get("completedAt")),
            reply_to=value["replyTo"],
            thread_id=value["thread"] if value["thread"] != value["id"] else None,
            context=value["context"] or {},
            attachments=[one["path"] if isinstance(one, dict) else one for one in value["attachments"]],
            tags=value["tags"],
        )

    def _ask_for(self, owner: str, command: str, **given: Any) -> Any:
        """Looks as the owner, by the name that it acts as; a person's mailbox is looked at from here."""
        if owner in NOT_AGENTS:
            return self._ask(None, command, owner=owner, **given)
        return self._ask(owner, command, **given)

    def _ask(self, actor: str | None, command: str, **given: Any) -> Any:
        with self._lock:
            if actor is not None and actor not in NOT_AGENTS and actor not in self._known:
                self._known.add(actor)
                if not self._line(actor, "count")["ok"]:
                    self._line(actor, "agents register", agent=actor)
            answer = self._line(actor, command, **given)
        if not answer["ok"]:
            raise MailboxError(answer["error"])
        return answer["value"]

    def _line(self, actor: str | None, command: str, **given: Any) -> dict[str, Any]:
        if self._batch is None or self._batch.poll() is not None:
            self._batch = subprocess.Popen(
                ["watchpost", "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        line = {"command": command, "input": given, **({} if actor is None else {"as": actor})}
        self._batch.stdin.write(json.dumps(line) + "\\n")
        self._batch.stdin.flush()
        answer = self._batch.stdout.readline()
        if answer == "":
            code = "internal"
            raise MailboxError({"code": code, "message": "watchpost batch ended.", "hint": "See its error above."})
        return json.loads(answer)


_mailbox_manager: MailboxManager | None = None
_singleton_lock = threading.Lock()


def get_mailbox_manager(mailboxes_dir: Path | None = None) -> MailboxManager:
    global _mailbox_manager
    with _singleton_lock:
        if _mailbox_manager is None:
            _mailbox_manager = MailboxManager(mailboxes_dir)
    return _mailbox_manager


def send_message(
    from_agent: str,
    to_agent: str,
    subject: str,
    body: str,
    priority: MessagePriority = MessagePriority.NORMAL,
    **kwargs,
) -> Message:
    return get_mailbox_manager().send(from_agent, to_agent, subject, body, priority=priority, **kwargs)


def check_my_mailbox(agent_name: str, unread_only: bool = True) -> list[Message]:
    return get_mailbox_manager().check_mailbox(agent_name, unread_only=unread_only)


def send_handoff(
    from_agent: str,
    to_agent: str,
    subject: str,
    work_completed: str,
    current_state: str,
    next_steps: list[str],
    files_modified: list[str] | None = None,
    blockers: list[str] | None = None,
    swarm_name: str | None = None,
    priority: MessagePriority = MessagePriority.NORMAL,
) -> Message:
    context = HandoffContext(
        work_completed=work_completed,
        current_state=current_state,
        next_steps=next_steps,
        files_modified=files_modified or [],
        blockers=blockers or [],
    )
    manager = get_mailbox_manager()
    return manager.handoff(from_agent, to_agent, subject, context, priority=priority, swarm_name=swarm_name)


def broadcast_to_swarm(
    from_agent: str,
    swarm_name: str,
    subject: str,
    body: str,
    priority: MessagePriority = MessagePriority.NORMAL,
) -> list[Message]:
    return get_mailbox_manager().broadcast(from_agent, swarm_name, subject, body, priority=priority)
`

export function adr003Shims(): readonly Shim[] {
  return [{ name: 'agent_mailbox.py', text: mailbox, isCommand: false }]
}
