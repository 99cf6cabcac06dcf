"""The rules of Backbeat: accounts, channels, statistics, earnings, settlement and withdrawals."""
