"""Mails: written into an outbox together with the act that they report, and sent afterwards
(MAIL-1).
"""
